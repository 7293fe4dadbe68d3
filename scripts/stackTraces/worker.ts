// Runs the cases whose paths its parent sends, one at a time, and sends back what became of them.
import { runCase } from './runCase.ts'

process.on('message', async (path: string) => {
  process.send?.(await runCase(path))
})
process.on('disconnect', () => process.exit())
