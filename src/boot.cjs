// Preloaded before anything else, in the oldest JavaScript there is: an old Node cannot read the TypeScript that follows.
var parts = process.versions.node.split(".").map(Number)
if (parts[0] < 22 || (parts[0] === 22 && parts[1] < 19)) {
  console.error(
    "gapura: this is Node " + process.versions.node + ", but 22.19 or newer is needed; `npm ci` brings one, and npm scripts use it"
  )
  process.exit(1)
}
// Compiled code is kept between starts: the second start takes half the time and needs no TypeScript compiler in memory.
require("node:module").enableCompileCache()
// V8 may come to hold that what a request makes lives long, when many waited at once, and from then on makes it among what is
// old: each dead request then keeps alive all it refers to until the whole heap is collected, for a sixth of the processor.
require("node:v8").setFlagsFromString("--no-allocation-site-pretenuring")
