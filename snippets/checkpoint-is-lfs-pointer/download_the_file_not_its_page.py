"""Download from the address of the file, not from the page that shows it."""

import http.server
import io
import threading
import urllib.request

import torch

buffer = io.BytesIO()
torch.save({"weight": torch.arange(6.0)}, buffer)


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        page = b"<!DOCTYPE html><html><title>model.pt</title></html>"
        body = buffer.getvalue() if "/resolve/" in self.path else page
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def start_site():
    server = http.server.HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/someone/model"


def broken():
    site = start_site()
    urllib.request.urlretrieve(f"{site}/blob/main/model.pt", "model.pt")
    return torch.load("model.pt")


def fixed():
    site = start_site()
    urllib.request.urlretrieve(f"{site}/resolve/main/model.pt", "model.pt")
    return torch.load("model.pt")


def check(loaded):
    """The tensor that the site holds arrives."""
    torch.testing.assert_close(loaded, {"weight": torch.arange(6.0)})
