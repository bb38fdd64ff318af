import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';

export function MediationShell() {
  const { common, mediationFrame: names } = useMessages();
  return <Shell name={common.mediationConsole} places={[{ to: '/', text: names.groups, key: 'g' }]} />;
}
