/**
 * The alert rules as they are, but for their times: windows and waits are a sixtieth, so that an alert of five minutes
 * takes five seconds. A window is never shorter than five scrapes, and none is longer than a minute, three days neither.
 * What metrics are compared with stays.
 */
const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

const shortened = (count: string, unit: string, least: number, most: number): string => {
  const seconds = Math.round(Number(count) * (secondsIn[unit] ?? 1) / 60)
  return `${Math.min(most, Math.max(least, seconds))}s`
}

/** @param rules the text of `otel/alerts.yml` */
export const shortRules = (rules: string): string =>
  rules
    .replace(/\[(\d+)([smhd])\]/g, (_, count: string, unit: string) => `[${shortened(count, unit, 5, 60)}]`)
    .replace(/^(\s+for: )(\d+)([smhd])$/gm, (_, before: string, count: string, unit: string) => `${before}${shortened(count, unit, 1, 10)}`)
