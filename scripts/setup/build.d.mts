export function ensureBuild(wanted?: 'server' | 'app'): Promise<void>;
