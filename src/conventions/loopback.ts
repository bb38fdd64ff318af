const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** Whether a host of the settings is this machine. Other spellings (`127.1`, `0:0:0:0:0:0:0:1`) do not count. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
