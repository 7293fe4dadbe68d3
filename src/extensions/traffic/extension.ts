import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import { defineMethod } from '../../rpc/method.ts'
import type { Extension } from '../../rpc/registry.ts'
import { anObject } from '../../rpc/schema/object.ts'
import type { TrafficChoice } from '../../types/traffic.ts'

/** Devnets whose traffic was used: others load nothing of it. */
const used = new WeakSet<Devnet>()

/** Loads the background transactions of a devnet. */
export async function loadTraffic(devnet: Devnet) {
  used.add(devnet)
  const { trafficOf } = await import('./traffic.ts')
  return trafficOf(devnet)
}

/** Whether a label is of traffic: of a stranger, or of a contract that strangers call. */
export function isOfTraffic(label: string | undefined): boolean {
  return label !== undefined && /^(?:trader \d+|traffic \w+)$/.test(label)
}

/** Gives a fork of a devnet the same traffic. */
export async function continueTraffic(fork: Devnet, from: Devnet): Promise<void> {
  if (!used.has(from)) return
  const [traffic, before] = [await loadTraffic(fork), await loadTraffic(from)]
  await traffic.set(before.choice)
}

const setTraffic = defineMethod({
  name: 'preconf_setTraffic',
  summary:
    'Begins background transactions of strangers: a preset such as `busy`, its numbers, or `off`; see [Traffic](traffic.md).',
  params: v.strictTuple([v.union([v.string(), anObject])]),
  handler: async ({ devnet }, [choice]) => (await loadTraffic(devnet)).set(choice as TrafficChoice),
})

const traffic = defineMethod({
  name: 'preconf_traffic',
  summary: 'What background transactions are set to, and how many were sent so far.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => (await loadTraffic(devnet)).stats(),
})

/** Background transactions of strangers. */
export const trafficExtension: Extension = {
  name: 'traffic',
  methods: () => [setTraffic, traffic],
  begin: async (devnet) => {
    const { traffic } = devnet.settings
    if (traffic !== undefined) await (await loadTraffic(devnet)).set(traffic)
  },
}
