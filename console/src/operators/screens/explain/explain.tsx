import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useIsHere } from '../../api.ts';
import { ExplainSearch } from './explain-search.tsx';
import { Explanation } from './explanation.tsx';
import { kindOf } from './kind.ts';
import { Refused } from './refused.tsx';
import '../../../styles/explain.css';

/** Explains one id, or lists refused requests. The address has the id and the filters. */
export function Explain() {
  const { explain: words } = useMessages();
  const hasIssuer = useIsHere()({ panel: 'issuer' });
  const list = useListState();
  const { id } = list.filters;
  const kind = kindOf(list.filters.as);
  return (
    <Page title={words.title} lead={hasIssuer ? words.lead : words.leadWithoutIssuer}>
      <ExplainSearch key={`${id} ${kind}`} id={id ?? ''} kind={kind} onSearch={list.set} />
      {id === undefined ? (
        <Refused list={list} />
      ) : (
        <Explanation id={id} kind={kind} onClose={() => list.set({ id: undefined, as: undefined })} />
      )}
    </Page>
  );
}
