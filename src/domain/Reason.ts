/** The messages of an error and of its causes, the outermost first, each once. */
export const reasonOf = (error: unknown): string => {
  const messages: Array<string> = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { message } = cause
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  return messages.length === 0 ? "unknown reason" : messages.join(": ")
}
