// What Material's theme keeps in inline scripts; here in a file, so that no inline script has to be allowed.
var __md_scope = new URL("..", document.currentScript.src);
var __md_hash = (text) => [...text].reduce((sum, c) => (sum << 5) - sum + c.charCodeAt(0), 0);
var __md_get = (key, store = localStorage, scope = __md_scope) => {
  try { return JSON.parse(store.getItem(scope.pathname + "." + key)); } catch { return null; }
};
var __md_set = (key, value, store = localStorage, scope = __md_scope) => {
  try { store.setItem(scope.pathname + "." + key, JSON.stringify(value)); } catch { /* private windows */ }
};
