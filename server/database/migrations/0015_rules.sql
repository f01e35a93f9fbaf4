-- What contacts ended in, by loan: rules ask for the best result ever had with a borrower. The calls whose outcome is not
-- recorded yet are no results.
CREATE INDEX "dispositions_results" ON "dispositions" USING btree ("disposition_class","loan_id") WHERE code <> 'CALL_STARTED';
