import { presets, trafficKinds } from '../../src/extensions/traffic/plan.ts'

/** The table of docs/traffic.md: a row for each number, a column for each preset. */
export function presetRows(): readonly (readonly string[])[] {
  const all = Object.entries(presets)
  const row = (title: string, value: (preset: (typeof presets)['busy']) => unknown) => [
    title,
    ...all.map(([, preset]) => String(value(preset))),
  ]
  return [
    ['', ...all.map(([name]) => `\`${name}\``)],
    row('`rate`, a second', ({ rate }) => rate),
    row('`burst`', ({ burst }) => burst),
    row('`fill`', ({ fill }) => fill),
    ...trafficKinds.map((kind) => row(`\`mix.${kind}\``, ({ mix }) => mix[kind] ?? 0)),
    row('`sell`', ({ sell }) => sell),
    row('`tip`', ({ tip }) => tip.join(' to ')),
    row('`maxBaseFee`', ({ maxBaseFee }) => maxBaseFee),
    row('`replace`', ({ replace }) => replace),
    row('`backlog`', ({ backlog }) => backlog),
    row('`senders`', ({ senders }) => senders),
  ]
}

/** What each preset is, one item each. */
export function presetItems(): string {
  const items = Object.entries(presets).map(([name, { words }]) => `- \`${name}\`: ${words}`)
  return items.join('\n')
}
