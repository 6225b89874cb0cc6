/** Takes away what was shown once when its page is left: a browser that keeps whole pages for going back keeps none of it. */
addEventListener("pagehide", () => {
  for (const shown of document.querySelectorAll("[data-once]")) shown.textContent = "••••••••"
})
