// Makes the paste box live. Opened from a disk, a page may load neither modules nor workers nor data: it then says so.
if (location.protocol === "file:") {
  for (const box of document.querySelectorAll(".fp-paste")) {
    box.querySelector(".fp-paste-text").disabled = true;
    box.querySelector(".fp-paste-choose").disabled = true;
    box.querySelector(".fp-paste-status").textContent = "Browsers do not let a page that is opened from a disk read logs. "
      + "Run failpedia diagnose FILE in a terminal, or serve this folder: python3 -m http.server";
  }
} else if (document.querySelector(".fp-paste")) {
  import("./diagnosis/page.js");
}
