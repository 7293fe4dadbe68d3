import type { Devnet } from '../../devnet/devnet.ts'
import { isTimed } from '../../devnet/options/cadenceOptions.ts'
import type { Course } from './course.ts'
import { ScenarioRefusal } from './outcome.ts'
import type { ScenarioTime } from './scenarioTime.ts'
import type { Waiting } from './waiting.ts'

/** A play whose steps are to be done at once. */
interface SkippedPlay {
  readonly devnet: Devnet
  readonly course: Course
  readonly time: ScenarioTime
  readonly status: string
  readonly position: number
  readonly isGoingOn: boolean
  readonly waiting: Waiting | undefined
  readonly dueMs: number | undefined
  pause(): void
  resume(): void
  settled(): Promise<void>
  inTurn(task: () => Promise<void>): Promise<void>
  force(): Promise<void>
}

/** How often a condition is waited for that has no deadline, in blocks or flashblocks. */
const maxWaits = 10_000

/** Does all steps of a play before that index, or all there are and what they repeat. */
export function skipTo(play: SkippedPlay, index: number): Promise<void> {
  return play.devnet.clock.mode === 'manual' ? advanceTo(play, index) : forceTo(play, index)
}

function isThere(play: SkippedPlay, index: number): boolean {
  if (!play.isGoingOn) return true
  return index < play.course.steps.length && play.position >= index
}

/** Moves the manual clock on until the steps were done. */
async function advanceTo(play: SkippedPlay, index: number): Promise<void> {
  const isHeld = play.status === 'paused'
  play.resume()
  await play.settled()
  for (let waits = 0; !isThere(play, index); ) {
    const { position } = play
    await advance(play)
    await play.settled()
    waits = play.position === position && play.waiting?.dueMs === undefined ? waits + 1 : 0
    if (waits > maxWaits) {
      const { name, when } = play.waiting?.step ?? {}
      throw new ScenarioRefusal(
        `the step '${name}' waits (${when}), which does not come: give it within, or do it with step`,
      )
    }
  }
  if (isHeld) play.pause()
}

/** Moves on to what is due next, or to the next block or flashblock. */
async function advance(play: SkippedPlay): Promise<void> {
  const { devnet, dueMs, time } = play
  const { cadence, isPaused } = devnet.schedule
  const wait = play.waiting?.step.wait.kind
  const isOfTime = wait === undefined || wait === 'none' || wait === 'at' || wait === 'after'
  const untilDueMs =
    dueMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, dueMs - time.nowMs)
  const { blockMs, flashblockMs, mining } = cadence
  const sliceMs = mining === 'flashblocks' ? flashblockMs : blockMs
  if (isOfTime) await devnet.development.advance(untilDueMs)
  else if (isTimed(cadence) && !isPaused) {
    await devnet.development.advance(Math.min(untilDueMs, sliceMs))
  } else {
    if (wait === 'flashblock') await devnet.blocks.flashblock()
    else await devnet.blocks.seal()
    await devnet.development.advance(Math.min(untilDueMs, sliceMs))
  }
}

/** Leaves out the waits; the blocks and flashblocks that steps wait for are made. */
async function forceTo(play: SkippedPlay, index: number): Promise<void> {
  await play.inTurn(async () => {
    while (!isThere(play, index)) {
      const { waiting, devnet } = play
      const wait = waiting?.step.wait.kind
      const isOfBlocks = wait === 'block' || wait === 'flashblock'
      while (isOfBlocks && waiting?.isMet === false) {
        if (wait === 'flashblock') await devnet.blocks.flashblock()
        else await devnet.blocks.seal()
      }
      await play.force()
    }
  })
}
