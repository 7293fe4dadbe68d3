import type { Devnet } from '../../devnet/devnet.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import type { Begun, Extension } from '../../rpc/registry.ts'

/** Plays recorded streams of live chains. */
export const replayExtension: Extension = {
  name: 'replay',
  begin: async (devnet, begun) => {
    const { replay } = devnet.settings
    if (replay !== undefined) await play(devnet, begun, replay)
  },
}

async function play(devnet: Devnet, begun: Begun, replay: string | Uint8Array): Promise<void> {
  // Few devnets have one.
  const [{ Player }, { readStream }] = await Promise.all([
    import('./player.ts'),
    import('./streamFile.ts'),
  ])
  const stream = await readStream(replay)
  const { cadence } = devnet.schedule
  if (cadence.mining !== 'flashblocks' && cadence.mining !== 'interval') {
    const advice = `remove it, as blocks of mining '${cadence.mining}' do not come by time`
    throw new InvalidOption('replay', 'a stream', advice)
  }
  await devnet.setCadence({ mining: 'manual' })
  const { mining } = cadence
  await new Player(devnet, stream, { ...begun, goOn: () => devnet.setCadence({ mining }) }).start()
}
