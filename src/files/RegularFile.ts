/**
 * Reads a file that somebody else may replace at any moment, in the midst of serving: a regular file alone, and never
 * more than it may be large. A named pipe, which would be waited for without end, and a device, which has no end, are
 * refused, behind a link too.
 *
 * Gotcha: it reads synchronously, what the file had when it was opened.
 *
 *     readRegularFile("/etc/gapura/tls.crt").toString("latin1")
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"

const mebibyte = 1024 * 1024

/** @throws the system's error, or one that says what the file is instead */
export const readRegularFile = (path: string, maxBytes = mebibyte): Buffer => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new Error("it is no regular file")
    if (found.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
    const bytes = Buffer.allocUnsafe(found.size)
    let length = 0
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, null)
      if (read === 0) break
      length += read
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
