// Before anything is seen: whoever follows a link, or has played, is not shown the game's picture first; and a theme
// that was chosen counts from the start.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("talscope theme");
    if (theme) root.dataset.theme = theme;
    if (localStorage.getItem("talscope-played") !== null) root.dataset.led = "";
  } catch {
    // Storage may be forbidden: then nothing was chosen.
  }
  if (location.hash.length > 1) root.dataset.led = "";
})();
