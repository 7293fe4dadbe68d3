import type { Devnet } from '../../devnet/devnet.ts'
import type { Play } from './play.ts'

/** The scenarios that devnets play, or have played last. */
const plays = new WeakMap<Devnet, Play>()

export function playOf(devnet: Devnet): Play | undefined {
  return plays.get(devnet)
}

/** The devnet plays it from now on. */
export function setPlay(devnet: Devnet, play: Play): void {
  if (!plays.has(devnet)) {
    const { hooks } = devnet
    hooks.scenarioStatus = () => (plays.get(devnet) as Play).shortStatus
    hooks.onClose = [...(hooks.onClose ?? []), () => plays.get(devnet)?.close()]
  }
  plays.set(devnet, play)
}
