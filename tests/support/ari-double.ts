import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

/** What the tests' exchange takes as a login. */
export const ARI_LOGIN = { user: 'recoup', password: 'ari-Secret-2026' };

interface Channel {
  readonly id: string;
  state: 'Down' | 'Ringing' | 'Up';
  readonly endpoint: string;
  readonly callerId: string | null;
  readonly timeout: number;
  readonly args: string;
  isInStasis: boolean;
  bridge: string | null;
}

/** A request as the exchange got it. */
export interface AriRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = readonly [status: number, body?: unknown];
type Handler = (parts: string[], body: Record<string, unknown>) => Answer;

const NOT_FOUND: Answer = [404, { message: 'Not found' }];

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/**
 * A telephone exchange on this machine, as far as Asterisk's ARI documents it: channels with ids of the caller's choice (409
 * when taken), bridges, playbacks, recordings, and a stream of events whose newest listener replaces the one before. Who
 * answers and who hangs up is the test's to say; agents' telephones answer by themselves.
 */
export class AriDouble {
  readonly requests: AriRequest[] = [];
  readonly channels = new Map<string, Channel>();
  readonly bridges = new Map<string, Set<string>>();
  /** Media that play now, by the playback's id. */
  readonly playing = new Map<string, { channel: string; media: string }>();
  readonly recordings: string[] = [];
  /** Agents' telephones answer; false: they ring. */
  doAgentsAnswer = true;
  /** Status of every originate from now on; null: it is taken. */
  refusal: number | null = null;
  /** The list of channels never ends. */
  doesFlood = false;
  /** Bytes that were taken of lists without an end. */
  flooded = 0;
  #server: Server | null = null;
  #sockets = new Set<Socket>();
  #listener: WebSocket | null = null;
  #port = 0;
  listenersSeen = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/ari`;
  }

  get hasListener(): boolean {
    return this.#listener !== null;
  }

  /** Begins to answer, at the port it had before if it had one. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    const streams = new WebSocketServer({ noServer: true });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('upgrade', (request, socket, head) => {
      if (!this.#isKnown(request)) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      streams.handleUpgrade(request, socket, head, (listener) => this.#listen(listener));
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Goes away: nothing answers. The calls stay unless the test ends them. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.cut();
    if (server)
      await new Promise((resolve) => {
        server.close(resolve);
      });
  }

  /** Cuts every connection; new ones are taken. */
  cut(): void {
    this.#listener = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Requests of a method whose path has the text in it. */
  sent(method: string, text: string): AriRequest[] {
    return this.requests.filter((one) => one.method === method && one.path.includes(text));
  }

  ring(id: string): void {
    this.#change(id, 'Ringing');
  }

  /** Somebody lifts the receiver: the channel is the application's. */
  answer(id: string): void {
    this.#change(id, 'Up');
    this.enter(id, this.channels.get(id)?.args ?? '');
  }

  /** The dialplan hands the channel to the application. */
  enter(id: string, args: string): void {
    const channel = this.channels.get(id);
    if (!channel) return;
    channel.isInStasis = true;
    this.#tell({ type: 'StasisStart', args: args.split(','), channel: this.#shown(channel) });
  }

  /** A channel ends, by a cause of Q.850. */
  end(id: string, cause = 16): void {
    const channel = this.channels.get(id);
    if (!channel) return;
    this.channels.delete(id);
    for (const members of this.bridges.values()) members.delete(id);
    const shown = this.#shown(channel);
    this.#tell({ type: 'ChannelHangupRequest', channel: shown });
    for (const [playback, { channel: where }] of this.playing)
      if (where === id) this.playing.delete(playback);
    this.#tell({ type: 'ChannelDestroyed', cause, cause_txt: 'so', channel: shown });
  }

  /** A media file ends. */
  endPlayback(id: string): void {
    this.playing.delete(id);
    this.#tell({ type: 'PlaybackFinished', playback: { id, state: 'done' } });
  }

  /** Sends so many bytes as one event. */
  flood(bytes: number): void {
    this.#listener?.send(JSON.stringify({ type: 'ChannelVarset', value: 'x'.repeat(bytes) }));
  }

  #change(id: string, state: Channel['state']): void {
    const channel = this.channels.get(id);
    if (!channel) throw new Error(`There is no channel ${id}.`);
    channel.state = state;
    this.#tell({ type: 'ChannelStateChange', channel: this.#shown(channel) });
  }

  #shown({ id, state }: Channel) {
    return { id, state, name: `PJSIP/${id.slice(-4)}`, accountcode: '', language: 'en' };
  }

  #tell(event: Record<string, unknown>): void {
    const told = { application: 'recoup', timestamp: new Date().toISOString(), ...event };
    this.#listener?.send(JSON.stringify(told));
  }

  #listen(listener: WebSocket): void {
    this.listenersSeen += 1;
    this.#listener?.send(JSON.stringify({ type: 'ApplicationReplaced', application: 'recoup' }));
    this.#listener = listener;
    listener.on('close', () => {
      if (this.#listener === listener) this.#listener = null;
    });
    listener.on('error', () => undefined);
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    const login = `${ARI_LOGIN.user}:${ARI_LOGIN.password}`;
    return headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const path = url.replace(/^\/ari\//, '');
    let answer: Answer = [401, { message: 'Authentication required' }];
    try {
      const body = await bodyOf(request);
      if (this.#isKnown(request)) {
        this.requests.push({ method, path, body });
        answer = this.#handle(method, path, body);
      }
    } catch {
      answer = [400, { message: 'Bad request' }];
    }
    const [status, body] = answer;
    if (this.doesFlood && path === 'channels') return this.#flood(response);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  }

  #flood(response: ServerResponse): void {
    const more = (): void => {
      if (response.closed) return;
      this.flooded += 1_000_000;
      if (response.write('0'.repeat(1_000_000))) setImmediate(more);
      else response.once('drain', more);
    };
    response.writeHead(200, { 'content-type': 'application/json' }).on('error', () => undefined);
    more();
  }

  #handle(method: string, path: string, body: Record<string, unknown>): Answer {
    const parts = path.split('/');
    const shape = parts.map((part, place) => (place === 1 || place === 3 ? '*' : part)).join('/');
    const handlers: Readonly<Record<string, Handler>> = {
      'GET channels': () => [200, [...this.channels.values()].map((one) => this.#shown(one))],
      'POST channels/*': ([, id = '']) => this.#originate(id, body),
      'DELETE channels/*': ([, id = '']) => this.#hangUp(id),
      'POST channels/*/continue': ([, id = '']) => this.#leave(id),
      'POST channels/*/play/*': ([, id = '', , playback = '']) =>
        this.#play(id, playback, String(body.media)),
      'POST bridges/*': ([, id = '']) => this.#bridge(id),
      'DELETE bridges/*': ([, id = '']) => (this.bridges.delete(id) ? [204] : NOT_FOUND),
      'POST bridges/*/addChannel': ([, id = '']) => this.#join(id, String(body.channel)),
      'POST bridges/*/record': () => this.#record(String(body.name)),
    };
    return handlers[`${method} ${shape}`]?.(parts, body) ?? NOT_FOUND;
  }

  #originate(id: string, body: Record<string, unknown>): Answer {
    if (this.refusal !== null) return [this.refusal, { message: 'Allocation failed' }];
    if (this.channels.has(id)) return [409, { message: 'Channel with given unique ID exists' }];
    const channel: Channel = {
      id,
      state: 'Down',
      endpoint: String(body.endpoint),
      callerId: typeof body.callerId === 'string' ? body.callerId : null,
      timeout: Number(body.timeout),
      args: String(body.appArgs),
      isInStasis: false,
      bridge: null,
    };
    this.channels.set(id, channel);
    if (channel.args === 'agent' && this.doAgentsAnswer) setImmediate(() => this.answer(id));
    return [200, this.#shown(channel)];
  }

  #hangUp(id: string): Answer {
    if (!this.channels.has(id)) return NOT_FOUND;
    setImmediate(() => this.end(id));
    return [204];
  }

  #leave(id: string): Answer {
    const channel = this.channels.get(id);
    if (!channel) return NOT_FOUND;
    if (!channel.isInStasis) return [409, { message: 'Channel not in Stasis application' }];
    channel.isInStasis = false;
    this.#tell({ type: 'StasisEnd', channel: this.#shown(channel) });
    return [204];
  }

  #play(id: string, playback: string, media: string): Answer {
    const channel = this.channels.get(id);
    if (!channel) return NOT_FOUND;
    if (!channel.isInStasis) return [409, { message: 'Channel not in Stasis application' }];
    this.playing.set(playback, { channel: id, media });
    return [201, { id: playback }];
  }

  #bridge(id: string): Answer {
    if (!this.bridges.has(id)) this.bridges.set(id, new Set());
    return [200, { id }];
  }

  #join(id: string, channelId: string): Answer {
    const bridge = this.bridges.get(id);
    const channel = this.channels.get(channelId);
    if (!bridge) return NOT_FOUND;
    if (!channel) return [400, { message: 'Channel not found' }];
    if (!channel.isInStasis) return [422, { message: 'Channel not in Stasis application' }];
    bridge.add(channelId);
    return [204];
  }

  #record(name: string): Answer {
    if (this.recordings.includes(name)) return [409, { message: 'Recording exists' }];
    this.recordings.push(name);
    return [201, { name, state: 'queued' }];
  }
}
