import { createBlockHeaderFromRPC } from '@ethereumjs/block'
import { expect, it } from 'vitest'
import { bytesToHex } from '../../../../src/lib/hex.ts'
import { formatHeaderFields } from '../../../../src/rpc/format/block.ts'
import { headerOf } from '../views.ts'

it.each(['berlin', 'london', 'shanghai', 'cancun', 'osaka'] as const)(
  'shows all that the hash of a header is made of under %s',
  (hardfork) => {
    const header = headerOf({}, hardfork)
    const hash = bytesToHex(header.hash())
    const shown = formatHeaderFields(header, hash)
    const read = createBlockHeaderFromRPC(shown as never, { common: header.common })
    expect(shown.hash).toBe(hash)
    expect(bytesToHex(read.hash())).toBe(hash)
  },
)
