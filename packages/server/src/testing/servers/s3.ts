import S3rver from 's3rver'
import { temporaryFolder } from '../folder.ts'

/** Starts a real S3 server with one empty bucket. */
export async function startS3(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await temporaryFolder('s3')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: 'vypusk', configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/vypusk/files`,
    close: async () => {
      await server.close()
      await folder.remove()
    },
  }
}
