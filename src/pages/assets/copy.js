/** A button that copies, for every element with `data-copy`: the button's label; `data-copied` is what it says after. */
// Only a page that came over https, or from loopback, may copy.
for (const source of navigator.clipboard === undefined ? [] : document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button secondary copy"
  button.textContent = source.dataset.copy
  const said = document.createElement("span")
  said.setAttribute("role", "status")
  said.className = "soft"
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim())
    said.textContent = source.dataset.copied ?? ""
  })
  source.after(button, said)
}
