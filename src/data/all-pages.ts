import { PAGE_SIZE_MAX } from '../../contract/paging.ts';

/** Reads page after page to the end: the last answer, and the rows of all. For files of what is shown. */
export async function readAllPages<
  Row,
  Answer extends { data: readonly Row[]; totalCount: number },
>(
  read: (page: { page: number; pageSize: number }) => Promise<Answer & { data: readonly Row[] }>,
): Promise<Answer & { rows: Row[] }> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await read({ page, pageSize: PAGE_SIZE_MAX });
    rows.push(...answer.data);
    if (answer.data.length === 0 || rows.length >= answer.totalCount) return { ...answer, rows };
  }
}
