import { useMessages } from '../messages/index.ts';
import { Page } from './page.tsx';

export function NotFound() {
  const { common } = useMessages();
  return (
    <Page title={common.notFoundTitle}>
      <p>{common.notFoundText}</p>
    </Page>
  );
}
