import type { LightMyRequestResponse } from 'fastify';
import { seal, sealedFileBytes } from '../../src/offline/seal.ts';
import type { TestServer } from './server.ts';
import { sha256Hex } from './test-device.ts';
import type { TestDevice } from './test-device.ts';

const UPLOADS = '/api/v1/device/uploads';

/** A file sealed for its upload, and what is said of it. */
export interface SealedUpload {
  readonly id: string;
  readonly sealed: Buffer;
  readonly metadata: string;
  readonly keyId: string;
  readonly ephemeralKey: string;
}

const field = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}`;

/** Seals a file as the app does; the hash is the bytes' own unless told otherwise. */
export async function sealUpload(
  phone: TestDevice,
  id: string,
  bytes: Buffer,
  sha256 = sha256Hex(bytes),
): Promise<SealedUpload> {
  const { serverKey } = phone.grant;
  const sealed = await seal(new Uint8Array(bytes), serverKey, 'recoup-file-v1', id);
  const metadata = [
    field('fileid', id),
    field('keyid', sealed.keyId),
    field('ephemeralkey', sealed.ephemeralKey),
    field('sha256', sha256),
  ].join(',');
  const { keyId, ephemeralKey } = sealed;
  return { id, sealed: Buffer.from(sealedFileBytes(sealed)), metadata, keyId, ephemeralKey };
}

/** The requests of the upload protocol, sent by hand; headers given last win, empty ones are left out. */
export function uploadClient(server: TestServer, phone: TestDevice) {
  const send = async (
    method: 'POST' | 'HEAD' | 'PATCH' | 'GET',
    url: string,
    headers: Record<string, string>,
    payload?: Buffer,
  ): Promise<LightMyRequestResponse> => {
    const all = {
      authorization: `Bearer ${phone.grant.deliveryToken}`,
      'tus-resumable': '1.0.0',
      ...headers,
    };
    return server.app.inject({
      method,
      url,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      ...(payload === undefined ? {} : { payload }),
    });
  };
  return {
    create: async (upload: SealedUpload, headers: Record<string, string> = {}) =>
      send('POST', UPLOADS, {
        'upload-length': String(upload.sealed.length),
        'upload-metadata': upload.metadata,
        ...headers,
      }),
    head: async (id: string) => send('HEAD', `${UPLOADS}/${id}`, {}),
    patch: async (id: string, offset: number, bytes: Buffer, headers = {}) =>
      send(
        'PATCH',
        `${UPLOADS}/${id}`,
        {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        bytes,
      ),
    receipt: async (id: string) => send('GET', `/api/v1/device/files/${id}`, {}),
  };
}
