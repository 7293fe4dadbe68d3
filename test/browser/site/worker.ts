import { createDevnet } from 'preconf/browser'

const devnet = await createDevnet({ mining: 'auto' })

// What the page asks for is done here, so that the page stays quick whatever the chain does.
addEventListener('message', async ({ data: { id, request } }) => {
  const answer = await devnet.provider.request(request).then(
    (result) => ({ id, result }),
    ({ code, message, data }) => ({ id, error: { code, message, data } }),
  )
  postMessage(answer)
})
postMessage('ready')
