import { describe, expect, it } from 'vitest'
import { formatBlock } from '../../../src/rpc/format/block.ts'
import { formatHeader } from '../../../src/rpc/format/header.ts'
import { sealedBlock } from './views.ts'

describe('formatHeader', () => {
  it('is the block without its body', () => {
    const block = sealedBlock()
    const { transactions, uncles, withdrawals, size, ...header } = formatBlock(
      block,
      false,
    ) as Record<string, unknown>
    expect([transactions, uncles, withdrawals]).toEqual([[], [], []])
    expect(size).toBe(`0x${block.size.toString(16)}`)
    expect(formatHeader(block)).toEqual(header)
  })
})
