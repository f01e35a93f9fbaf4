/**
 * What Node runs the server with. Requests that wait outlive the usual 16 MB of young objects many times over: with more
 * room there a call costs up to a tenth less, past the limit of the machine most.
 */
export const SERVER_ARGUMENTS = ['--enable-source-maps', '--max-semi-space-size=64'];
