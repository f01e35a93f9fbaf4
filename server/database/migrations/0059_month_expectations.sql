CREATE TABLE "month_expectations" (
	"month" date NOT NULL,
	"loan_id" uuid NOT NULL,
	"expected_amount" bigint NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "month_expectations_month_loan_id_pk" PRIMARY KEY("month","loan_id")
);
