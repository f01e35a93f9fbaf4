import type { MessageChannel } from '../../../contract/message-template.ts';
import type { Settings } from '../../settings.ts';
import { httpProvider } from './http-provider.ts';
import type { MessageProvider } from './provider.ts';
import { recorder } from './recorder.ts';

/** Who carries a channel's messages by these settings. */
export function providerOf(settings: Settings, channel: MessageChannel): MessageProvider {
  const configured = settings.messages[channel].provider;
  return configured === null ? recorder : httpProvider(configured);
}
