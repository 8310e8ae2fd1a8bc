/* A document: built, printed, parsed, walked by a visitor, searched. */
#include <cstdio>
#include <cstdlib>
#include "tinyxml2.h"

using namespace tinyxml2;

class counter : public XMLVisitor {
public:
    unsigned long elements = 0, letters = 0;
    bool VisitEnter(const XMLElement &e, const XMLAttribute *a) override
    {
        elements++;
        for (; a; a = a->Next())
            letters += a->Value()[0];
        return e.IntAttribute("number", 1) % 7 != 0;
    }
    bool Visit(const XMLText &t) override
    {
        letters += t.Value()[0];
        return true;
    }
};

static void add(XMLDocument *to, XMLNode *below, int depth, int number)
{
    XMLElement *e = to->NewElement(depth % 2 ? "odd" : "even");
    e->SetAttribute("number", number);
    below->InsertEndChild(e);
    for (int i = 0; depth && i < depth + number % 3; i++)
        add(to, e, depth - 1, number * 3 + i);
    e->InsertEndChild(to->NewText("a < b & \"c\""));
}

int main(int argc, char **argv)
{
    for (int n = argc > 1 ? atoi(argv[1]) : 3; n > 0; n--) {
        XMLDocument built, parsed;
        counter c;
        add(&built, &built, n, n);
        XMLPrinter printer(nullptr, n % 2);
        built.Print(&printer);
        if (parsed.Parse(printer.CStr()))
            return 1;
        parsed.Accept(&c);
        printf("%d: %d bytes, %lu elements, %lu\n", n, printer.CStrSize(), c.elements, c.letters);
        if (XMLElement *first = parsed.RootElement())
            parsed.DeleteChild(first);
    }
    XMLDocument bad;
    printf("%s\n", bad.Parse("<a><b></a>") ? bad.ErrorName() : "");
}
