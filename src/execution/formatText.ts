/**
 * The text with the values in the place of what stands for them, such as `%s`, as `console.log` does it
 * everywhere; values for which nothing stands follow. Numbers are texts here, of any size: what would
 * make numbers of JavaScript of them, `%d` and `%i`, leaves them as they are.
 */
export function formatText(text: string, values: readonly string[]): string {
  let used = 0
  const filled = text.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%'
    const value = values[used]
    if (value === undefined) return mark
    used++
    return shown[mark]?.(value) ?? value
  })
  return [filled, ...values.slice(used)].join(' ')
}

const shown: Readonly<Record<string, (value: string) => string>> = {
  '%f': (value) => String(Number.parseFloat(value)),
  '%j': (value) => JSON.stringify(value),
  '%o': quoted,
  '%O': quoted,
  // A style, for pages.
  '%c': () => '',
}

function quoted(value: string): string {
  const json = JSON.stringify(value)
  return value.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}
