import { Page } from '../../frame/page.tsx';
import { useMessages } from '../../messages/index.ts';

export function Groups() {
  const { mediationFrame } = useMessages();
  return <Page title={mediationFrame.groups}>{null}</Page>;
}
