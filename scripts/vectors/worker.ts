// Runs the files whose paths its parent sends, one at a time, and sends back what became of their tests.
import { runFile } from './runFile.ts'

process.on('message', async (path: string) => {
  process.send?.(await runFile(path))
})
process.on('disconnect', () => process.exit())
