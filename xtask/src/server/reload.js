// Waits for the next build and reloads the page. Only `cargo xtask serve` adds this script.
{
  const build = document.currentScript.dataset.build;

  const wait = async () => {
    try {
      let answer;
      do answer = await fetch(`/__reload?have=${build}`, { cache: "no-store" });
      while (answer.status === 204);
      if (answer.ok) location.reload();
    } catch {
      // The server has ended. Asking on and on would fill the console: ask when somebody is back.
      addEventListener("focus", wait, { once: true });
    }
  };

  wait();
}
