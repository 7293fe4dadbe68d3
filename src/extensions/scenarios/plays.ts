import type { Devnet } from '../../devnet/devnet.ts'
import type { Play } from './play.ts'

/** The scenarios that devnets play, or have played last. */
const plays = new WeakMap<Devnet, Play>()

export function playOf(devnet: Devnet): Play | undefined {
  return plays.get(devnet)
}

/** The devnet plays it from now on, until it closes or is reset. */
export function setPlay(devnet: Devnet, play: Play): void {
  if (!plays.has(devnet)) follow(devnet)
  plays.set(devnet, play)
}

function follow(devnet: Devnet): void {
  const { hooks, hub, runs } = devnet
  hooks.scenarioStatus = () => (plays.get(devnet) as Play).shortStatus
  hooks.onClose = [...(hooks.onClose ?? []), () => plays.get(devnet)?.close()]
  let run = runs.id
  hub.on('revert', () => {
    if (runs.id === run) return
    run = runs.id
    plays.get(devnet)?.stop({ isReset: true }).catch(devnet.onError)
  })
}
