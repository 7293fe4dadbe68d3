// For `node --require`: the signal SIGUSR2 ends the worker thread of the number in CRASH_THREAD by an error.
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads')

const channel = new BroadcastChannel('crash')
channel.unref()
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage(process.env.CRASH_THREAD))
channel.onmessage = ({ data }) => {
  if (!isMainThread && Number(data) === threadId) throw new Error('the thread is to end')
}
