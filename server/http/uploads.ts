import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { badInput } from '../errors.ts';
import type { CallError } from '../errors.ts';
import { formFields } from './form-fields.ts';
import { trimmed } from '../../contract/trimmed.ts';
import { wellFormedText } from './well-formed.ts';

/** A file part of a multipart body, streamed to a temporary place that is emptied after the answer. */
export interface UploadedFile {
  /** The part's name (screenShot, supportingDoc, file). */
  readonly part: string;
  /** The sender's file name: for showing only, never a path. */
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** An uploaded file, whatever part it came in. */
export type ReceivedFile = Pick<UploadedFile, 'name' | 'path'>;

function isField(part: unknown): part is { type: 'field'; value: string } {
  return (
    typeof part === 'object' &&
    part !== null &&
    'value' in part &&
    typeof part.value === 'string' &&
    !('file' in part)
  );
}

/** What the form's reader throws for a body that is no whole form. */
const BROKEN_FORM = /unexpected end of|malformed|boundary|multipart/i;

/** Streams a form's files to disk. Throws 400 for a body that is cut off or no form at all. */
async function saveForm(call: Call, request: FastifyRequest, folder: string) {
  const { level } = request.log;
  // The form's reader calls whatever a sender did wrong an error of ours. What is one is logged with the answer.
  request.log.level = 'fatal';
  try {
    return await request.saveRequestFiles({
      tmpdir: folder,
      limits: {
        fileSize: call.bodyLimit ?? 1_048_576,
        files: Object.values(call.files ?? {}).reduce((sum, most) => sum + most, 0),
        fields: 60,
        fieldSize: 1_000_000,
      },
    });
  } catch (error) {
    // It has taken its files away, and would look for them again after the answer.
    request.tmpUploads = null;
    // The reader lets go of a body that it can't store: left unread it would hold its connection, and the server's end.
    request.raw.resume();
    const isBroken =
      error instanceof Error && !('statusCode' in error) && BROKEN_FORM.test(error.message);
    throw isBroken ? badInput('The form arrived incomplete. Send it again.') : error;
  } finally {
    request.log.level = level;
  }
}

/** The files of forms that are worked on: the work goes on when its sender hangs up, and needs them. */
const held = new WeakMap<FastifyRequest, readonly string[]>();

/** From now on the files stay until `dropFiles`. Throws 400 when the sender hung up and they are gone already. */
function holdFiles(request: FastifyRequest, count: number): void {
  const paths = request.tmpUploads ?? [];
  if (paths.length < count) throw badInput('The form arrived incomplete. Send it again.');
  held.set(request, paths);
  request.tmpUploads = null;
}

/** Removes the files of a form once it is worked on. */
export async function dropFiles(request: FastifyRequest): Promise<void> {
  for (const path of held.get(request) ?? []) await rm(path, { force: true });
  held.delete(request);
}

/** Field values and files of a request: JSON as it is, multipart with its files streamed into `folder`. */
export async function readBody(
  call: Call,
  request: FastifyRequest,
  folder: string,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  if (call.bodyKind !== 'multipart' || !request.isMultipart())
    return { body: request.body, files: [] };
  const allowed = call.files ?? {};
  const files: UploadedFile[] = [];
  const { files: saved, values } = await saveForm(call, request, folder);
  holdFiles(request, saved.length);
  const texts: Record<string, string> = {};
  for (const [name, part] of Object.entries(values as Record<string, unknown>)) {
    const first: unknown = Array.isArray(part) ? part[0] : part;
    if (isField(first)) texts[name] = first.value;
  }
  for (const file of saved) {
    const most = allowed[file.fieldname];
    if (most === undefined)
      throw badInput(`There is no place for a file named "${file.fieldname}" here.`);
    if (files.filter((other) => other.part === file.fieldname).length >= most)
      throw badInput(`Attach at most ${most} files as ${file.fieldname}.`, [
        fieldProblem(file.fieldname, 'too-many', { most }),
      ]);
    files.push({
      part: file.fieldname,
      name: shownName(file.filename),
      path: file.filepath,
      size: file.file.bytesRead,
    });
  }
  return { body: formFields(call, texts), files };
}

/** A file's own name, without its folders and without what would show it as another (\u202E turns "fdp.exe" around). */
const shownName = (given: string | undefined): string =>
  wellFormedText(trimmed((given ?? '').replace(/^.*[\\/]/, '').replaceAll('\0', '')).slice(-255)) ||
  'file';

/** 400: a form came without the file of a field. */
export const fileMissing = (message: string, field = 'file'): CallError =>
  badInput(message, [fieldProblem(field, 'file-missing', {}, message)], 'NO_FILE');

/** The one file of a form. Throws 400 when none came. */
export function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw fileMissing('Attach the file, CSV or XLSX.');
  return file;
}
