import type { Clock } from '../conventions/time.ts';
import type { ListenerTls } from '../http/tls.ts';
import type { Settings } from './config/settings.ts';
import { type ObserveFiles, watched } from './files/setting-file.ts';
import { issuerTlsFiles, readTlsFiles, type TlsFiles, tlsFiles } from './files/tls.ts';
import { issuerCallers } from './issuer-callers.ts';

export type Transport = ReturnType<typeof createTransport>;

/** TLS of the three listeners, and who may call the issuer panel: everything of it that is read again. */
export function createTransport(settings: Settings, clock: Clock, observe: ObserveFiles) {
  const reloads: (() => void)[] = [];

  const listenerTls = (files: TlsFiles | undefined, asksForCertificate = false): ListenerTls | undefined => {
    if (files === undefined) return undefined;
    const { setting, certificate, key } = files;
    const { current, reload } = watched({
      files: [certificate, key],
      read: () => readTlsFiles(files),
      clock,
      observe: (failure) => observe(setting, failure),
    });
    reloads.push(reload);
    return { credentials: current, asksForCertificate };
  };

  const callers = issuerCallers(settings, clock, observe);
  reloads.push(callers.reload);
  return {
    callers: callers.check,
    panels: listenerTls(tlsFiles('tls', settings.tls)),
    admin: listenerTls(tlsFiles('adminTls', settings.adminTls)),
    /** Only this listener asks for client certificates: on the others, browsers would prompt their users for one. */
    issuer:
      settings.issuer.port === undefined
        ? undefined
        : listenerTls(issuerTlsFiles(settings), settings.issuer.callers.pins.length > 0),
    reload(): void {
      for (const reload of reloads) reload();
    },
  };
}
