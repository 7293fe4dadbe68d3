import type { Hex } from '../../lib/hex.ts'

/** The block that a fork is to begin from. A negative number counts back from the newest. */
export type BlockChoice =
  | { readonly tag: 'latest' | 'safe' | 'finalized' | 'earliest' }
  | { readonly number: bigint }
  | { readonly hash: Hex }
  | { readonly transactionHash: Hex }

const blockPart = /^(.*)@(-?\d+|0x[0-9a-f]+|latest|safe|finalized|earliest)$/is

/** Takes `URL@BLOCK` apart: a number, in hex too, a hash, or a tag. */
export function parseForkUrl(text: string): {
  readonly url: string
  readonly block?: BlockChoice
} {
  const [, url, block] = blockPart.exec(text) ?? []
  if (url === undefined || block === undefined) return { url: text }
  return { url, block: blockChoiceOf(block.toLowerCase()) }
}

function blockChoiceOf(text: string): BlockChoice {
  if (/^0x[0-9a-f]{64}$/.test(text)) return { hash: text as Hex }
  if (/^-?(?:\d|0x)/.test(text)) return { number: BigInt(text) }
  return { tag: text as 'latest' }
}
