import { attachedFileCalls } from '../../contract/attached-file.ts';
import { callRecordingCalls } from '../../contract/call-recording.ts';
import { server } from '../remote/session-client.ts';

/** A recording is streamed as it is heard, over any line. */
const RECORDING_TIMEOUT_MS = 120_000;

/** The bytes of a file attached to a contact, or a small picture of it. */
export async function loadContactFile(fileId: string, isPreview: boolean): Promise<Blob> {
  const query = isPreview ? ({ preview: '1' } as const) : {};
  const { blob } = await server.download(attachedFileCalls.getFile, {
    params: { id: fileId },
    query,
  });
  return blob;
}

/** The bytes of a call's recording. */
export async function loadRecording(callId: string): Promise<Blob> {
  const { blob } = await server.download(
    callRecordingCalls.getRecording,
    { params: { id: callId } },
    { timeoutMs: RECORDING_TIMEOUT_MS },
  );
  return blob;
}
