import { ask, go, notice, status } from './state.ts'

/** Goes to what a text names: an address, a hash of a transaction or a block, a number, a label. */
export async function search(text: string): Promise<void> {
  const wanted = text.trim()
  if (wanted === '') return
  const path = await pathOf(wanted)
  if (path === undefined)
    notice.value = { text: `nothing found for "${wanted.slice(0, 80)}"`, isBad: true }
  else go(path)
}

async function pathOf(wanted: string): Promise<string | undefined> {
  const lower = wanted.toLowerCase()
  if (/^0x[\da-f]{40}$/.test(lower)) return `/account/${lower}`
  if (/^0x[\da-f]{64}$/.test(lower)) {
    const block = await ask('eth_getBlockByHash', lower, false).catch(() => null)
    return block === null ? `/tx/${lower}` : `/block/${lower}`
  }
  if (/^#?\d+$/.test(lower)) return `/block/${lower.replace('#', '')}`
  if (/^0x[\da-f]{1,16}$/.test(lower)) return `/block/${BigInt(lower)}`
  if (['latest', 'pending', 'earliest', 'safe', 'finalized'].includes(lower))
    return `/block/${lower}`
  const labels = Object.entries(status.value?.labels ?? {})
  const found =
    labels.find(([, label]) => label.toLowerCase() === lower) ??
    labels.find(([, label]) => label.toLowerCase().includes(lower))
  return found && `/account/${found[0]}`
}
