// The package has no types of its own: the part that is used here.
declare module 'web-push' {
  interface RequestDetails {
    readonly endpoint: string;
    readonly method: 'POST';
    readonly headers: Record<string, string | number>;
    readonly body: Buffer;
  }
  interface WebPush {
    generateVAPIDKeys(): { publicKey: string; privateKey: string };
    /** Encrypts a payload for a subscription and signs the request; sends nothing. Throws for keys that are none. */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        TTL: number;
        topic?: string;
        urgency: 'very-low' | 'low' | 'normal' | 'high';
      },
    ): RequestDetails;
  }
  const webPush: WebPush;
  export default webPush;
}
