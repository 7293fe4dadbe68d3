import { forksByBlock, forksByTime } from '../../src/files/genesis/genesisConfig.ts'
import type { BlobSchedules } from './vectorFile.ts'

/** Names of networks that fork at no time of their own, oldest first, with the last fork they have. */
const forkOfNetwork: ReadonlyMap<string, string> = new Map([
  ['Merge', 'paris'],
  ['Paris', 'paris'],
  ['Shanghai', 'shanghai'],
  ['Cancun', 'cancun'],
  ['Prague', 'prague'],
  ['Osaka', 'osaka'],
  ['Amsterdam', 'amsterdam'],
  ...[1, 2, 3, 4, 5].map((number): [string, string] => [`BPO${number}`, `bpo${number}`]),
])

/** Such as `ShanghaiToCancunAtTime15k`. */
const transition = /^(?<before>\w+?)To(?<after>\w+)AtTime(?<thousands>\d+)k$/

/** The `config` of a genesis file for the network; `undefined` where blocks need a proof of work, or that is not known. */
export function configOf(
  network: string,
  {
    chainId = 1,
    blobSchedule,
  }: { chainId?: number; blobSchedule?: BlobSchedules | undefined } = {},
): object | undefined {
  const { before = network, after, thousands = 0 } = transition.exec(network)?.groups ?? {}
  const start = forkOfNetwork.get(before)
  const later = after === undefined ? undefined : forkOfNetwork.get(after)
  if (start === undefined || (after !== undefined && later === undefined)) return undefined
  const names = forksByTime.map(({ name }) => name as string)
  const scheduled = new Set(Object.keys(blobSchedule ?? {}).map((fork) => fork.toLowerCase()))
  const timeOf = (name: string): number | undefined => {
    // A later fork need not come after all that change nothing but the schedule.
    if (name.startsWith('bpo') && !scheduled.has(name)) return undefined
    if (names.indexOf(name) <= names.indexOf(start)) return 0
    return name === later ? Number(thousands) * 1000 : undefined
  }
  return {
    chainId,
    eip158Block: 0,
    terminalTotalDifficulty: 0,
    ...Object.fromEntries(forksByBlock.map(({ key }) => [key, 0])),
    ...Object.fromEntries(
      forksByTime.flatMap(({ name, key }) => {
        const time = timeOf(name)
        return time === undefined ? [] : [[key, time]]
      }),
    ),
    ...(blobSchedule && { blobSchedule: schedulesOf(blobSchedule) }),
  }
}

/** As genesis files have them: names in lower case, numbers of JSON. */
function schedulesOf(schedules: BlobSchedules): object {
  const known: readonly string[] = forksByTime.map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(schedules).flatMap(([fork, schedule]) => {
      const name = fork.toLowerCase()
      if (schedule === undefined || !known.includes(name)) return []
      const numbers = Object.entries(schedule).map(([key, value]) => [key, Number(value)])
      return [[name, Object.fromEntries(numbers)]]
    }),
  )
}
