import * as v from 'valibot'
import { defineMethod } from '../../../method.ts'
import { addressKey } from '../../../schema/address.ts'
import { data } from '../../../schema/data.ts'
import { bytes32 } from '../../../schema/hash32.ts'
import { maxTopics } from '../../../schema/logFilter.ts'
import { boundedList, object } from '../../../schema/object.ts'
import { Problem, refined } from '../../../schema/parsed.ts'

/** As many as a page of them, or a receipt, has. */
const mostLogs = 1_000

const log = object({
  address: addressKey,
  topics: boundedList(bytes32, maxTopics),
  data,
})

const logs = v.pipe(
  boundedList(log, mostLogs),
  refined((given) =>
    given.length > mostLogs ? new Problem(`expected at most ${mostLogs} logs`) : given,
  ),
)

export const decodeLogs = defineMethod({
  name: 'preconf_decodeLogs',
  summary:
    'Logs in words, each with the name, signature and arguments of its event by the contracts that are known, `null` for one that is of none of them.',
  params: v.strictTuple([logs]),
  handler: async ({ devnet }, [given]) => {
    const { LogDecoder } = await import('../../../../solidity/contract/logDecoder.ts')
    const index = await devnet.solidity.artifacts.current()
    const decoder = new LogDecoder(devnet.reader.head.state, index, devnet.names.known)
    return given.map((one) => decoder.decode(one) ?? null)
  },
})
