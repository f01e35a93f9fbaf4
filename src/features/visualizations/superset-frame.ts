/**
 * Gives an embedded Superset its guest token, as its own embedding package does: once the frame is loaded it gets one end of
 * a message channel, and through it the token. Returns what ends that.
 */
export function welcomeSuperset(
  frame: HTMLIFrameElement,
  address: string,
  guestToken: string,
): () => void {
  const { origin } = new URL(address);
  let port: MessagePort | null = null;
  const welcome = () => {
    const channel = new MessageChannel();
    port = channel.port1;
    frame.contentWindow?.postMessage(
      { type: '__embedded_comms__', handshake: 'port transfer' },
      origin,
      [channel.port2],
    );
    port.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken } });
    port.start();
  };
  frame.addEventListener('load', welcome);
  return () => {
    frame.removeEventListener('load', welcome);
    port?.close();
  };
}
