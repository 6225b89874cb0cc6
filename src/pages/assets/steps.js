/**
 * Ticks a list of steps while it is looked at: the page is asked for every few seconds, for ten minutes, and shown anew once the
 * list with `data-steps` is another there. Whoever types is left alone.
 */
const everyMillis = 4_000
let looks = 150
let known

const stepsIn = (page) => /<ol [^>]*data-steps[^]*?<\/ol>/.exec(page)?.[0] ?? ""
const isTyping = () => document.activeElement?.matches("input, select, textarea") ?? false

const look = async () => {
  if (document.visibilityState === "visible" && !isTyping()) {
    looks--
    const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined)
    if (answer?.ok === true) {
      const steps = stepsIn(await answer.text())
      known ??= steps
      if (steps !== known) return location.reload()
    }
  }
  if (looks > 0) setTimeout(look, everyMillis)
}
void look()
