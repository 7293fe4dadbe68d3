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

/** Does steps of a play until that many are done, or until its end. */
export function skipTo(play: SkippedPlay, count: number): Promise<void> {
  return play.devnet.clock.mode === 'manual' ? advanceTo(play, count) : forceTo(play, count)
}

function isThere({ isGoingOn, position }: SkippedPlay, count: number): boolean {
  return !isGoingOn || position >= count
}

/** Moves the manual clock on until the steps were done. */
async function advanceTo(play: SkippedPlay, count: number): Promise<void> {
  const isHeld = play.status === 'paused'
  play.resume()
  await play.settled()
  for (let waits = 0; !isThere(play, count); ) {
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
async function forceTo(play: SkippedPlay, count: number): Promise<void> {
  await play.inTurn(async () => {
    while (!isThere(play, count)) {
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
